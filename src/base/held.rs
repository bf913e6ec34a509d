//! How many bytes tables hold, as far as their lengths tell: the same for equal lengths, whatever the allocator does. Must not
//! know what is in them.

/// Of a vector that grew to so many elements: its room doubles.
pub fn vector<T>(len: usize) -> u64 {
    (len.next_power_of_two() * size_of::<T>()) as u64
}

/// Of a hash table with so many entries: its buckets double, a byte each beside the entry, and are never all in use.
pub fn table<T>(len: usize) -> u64 {
    ((len + len / 7 + 1).next_power_of_two() * (size_of::<T>() + 1)) as u64
}

/// Of a table that keeps the order of its entries: they are a vector with their hashes, beside a table of positions.
pub fn ordered<T>(len: usize) -> u64 {
    vector::<(u64, T)>(len) + table::<usize>(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_doubles() {
        assert_eq!((vector::<u32>(5), vector::<u32>(8), vector::<u32>(9)), (32, 32, 64));
        assert_eq!((table::<u64>(7), table::<u64>(14), table::<u64>(15)), (16 * 9, 32 * 9, 32 * 9));
        assert_eq!(ordered::<u32>(4), 4 * 16 + 8 * 9);
    }
}
