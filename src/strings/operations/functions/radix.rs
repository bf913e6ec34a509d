//! Numbers as texts of other digits than decimal ones (JDK javadoc of `Integer.toString(int, int)`, `toHexString` and their kin): of the
//! bits of a number, without a sign, or with one.

use super::read::{Made, number, operands};
use crate::strings::Value;

/// The radixes that Java knows; under any other it takes 10 (JDK: `Integer.toString(int, int)`).
const RADIXES: std::ops::RangeInclusive<u64> = 2..=36;

/// `Integer.toString(int, int)` and `Long.toString(long, int)`.
pub(crate) fn to_radix(values: &[Value]) -> Made {
    let [value, radix] = operands(values)?;
    let (value, radix) = (number(value)?, number(radix)?);
    let radix = u64::try_from(radix).ok().filter(|radix| RADIXES.contains(radix)).unwrap_or(10);
    let sign = if value < 0 { "-" } else { "" };
    Ok(Value::from(sign.to_owned() + &digits(value.unsigned_abs(), radix)))
}

pub(crate) fn int_to_hex(values: &[Value]) -> Made {
    of_int(values, 16)
}

pub(crate) fn int_to_octal(values: &[Value]) -> Made {
    of_int(values, 8)
}

pub(crate) fn int_to_binary(values: &[Value]) -> Made {
    of_int(values, 2)
}

pub(crate) fn long_to_hex(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    Ok(Value::from(digits(number(value)? as u64, 16)))
}

fn of_int(values: &[Value], radix: u64) -> Made {
    let [value] = operands(values)?;
    Ok(Value::from(digits(u64::from(number(value)? as i32 as u32), radix)))
}

fn digits(mut value: u64, radix: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((value % radix) as u32, radix as u32).unwrap_or('?'));
        value /= radix;
        if value == 0 {
            return digits.iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{n, show};
    use super::*;

    /// As `jshell` gives them.
    #[test]
    fn digits_of_other_radixes() {
        assert_eq!(show(to_radix(&[n(255), n(16)])), "ff");
        assert_eq!(show(to_radix(&[n(-255), n(36)])), "-73");
        assert_eq!(show(to_radix(&[n(7), n(1)])), "7");
        assert_eq!(show(to_radix(&[n(7), n(37)])), "7");
        assert_eq!(show(to_radix(&[n(7), n(-2)])), "7");
        assert_eq!(show(to_radix(&[n(i64::MIN), n(16)])), "-8000000000000000");
        assert_eq!(show(int_to_hex(&[n(0)])), "0");
        assert_eq!(show(int_to_hex(&[n(-1)])), "ffffffff");
        assert_eq!(show(int_to_octal(&[n(8)])), "10");
        assert_eq!(show(int_to_binary(&[n(5)])), "101");
        assert_eq!(show(long_to_hex(&[n(-1)])), "ffffffffffffffff");
        assert_eq!(show(int_to_hex(&[Value::Unknown(None)])), "unknown");
        assert_eq!(show(to_radix(&[n(1), Value::Other])), "unknown");
    }
}
