// Numbers as `tables/kinds.py` knows them.
#pragma once

#include <optional>
#include <string_view>

namespace shortlist::csv {

// The number that a text is, if it is surely one: of ASCII digits, without leading zeros, and less than 2⁵³ in size.
// Of other texts some are numbers, too: `tables/kinds.py` knows.
std::optional<double> number_of(std::string_view text);

}  // namespace shortlist::csv
