// Numbers that Python owns from here on.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

template <typename Number>
nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<1>> owned_array(std::vector<Number>&& numbers) {
  auto held = std::make_unique<std::vector<Number>>(std::move(numbers));
  Number* data = held->data();
  const std::size_t size = held->size();
  nanobind::capsule owner(held.release(), [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
  return {data, {size}, owner};
}
