//! What instructions compute of whole numbers (JVMS 6.5). Must not know where they come from.

use super::memory::Word;
use crate::strings::Ended;

/// What an instruction, by its mnemonic, makes of its operands; nothing is known of fractions.
pub(super) fn compute(op: &str, operands: &[Word]) -> Result<Word, Ended> {
    match *operands {
        [Word::Int(value)] => of_int(op, value),
        [Word::Long(value)] => of_long(op, value),
        [Word::Int(one), Word::Int(other)] => ints(op, one, other).map(Word::Int),
        [Word::Long(one), Word::Long(other)] if op == "lcmp" => Ok(Word::Int(one.cmp(&other) as i32)),
        [Word::Long(one), Word::Long(other)] => longs(op, one, other).map(Word::Long),
        [Word::Long(value), Word::Int(distance)] => shifted(op, value, distance).map(Word::Long),
        _ => Err(Ended::Unknown),
    }
}

fn of_int(op: &str, value: i32) -> Result<Word, Ended> {
    Ok(match op {
        "ineg" => Word::Int(value.wrapping_neg()),
        "i2b" => Word::Int((value as i8).into()),
        "i2c" => Word::Int((value as u16).into()),
        "i2s" => Word::Int((value as i16).into()),
        "i2l" => Word::Long(value.into()),
        _ => return Err(Ended::Unknown),
    })
}

fn of_long(op: &str, value: i64) -> Result<Word, Ended> {
    Ok(match op {
        "lneg" => Word::Long(value.wrapping_neg()),
        "l2i" => Word::Int(value as i32),
        _ => return Err(Ended::Unknown),
    })
}

fn ints(op: &str, one: i32, other: i32) -> Result<i32, Ended> {
    Ok(match op {
        "iadd" | "iinc" => one.wrapping_add(other),
        "isub" => one.wrapping_sub(other),
        "imul" => one.wrapping_mul(other),
        "idiv" | "irem" if other == 0 => return Err(Ended::Throws),
        "idiv" => one.wrapping_div(other),
        "irem" => one.wrapping_rem(other),
        "iand" => one & other,
        "ior" => one | other,
        "ixor" => one ^ other,
        "ishl" => one.wrapping_shl(other as u32),
        "ishr" => one.wrapping_shr(other as u32),
        "iushr" => (one as u32).wrapping_shr(other as u32) as i32,
        _ => return Err(Ended::Unknown),
    })
}

fn longs(op: &str, one: i64, other: i64) -> Result<i64, Ended> {
    Ok(match op {
        "ladd" => one.wrapping_add(other),
        "lsub" => one.wrapping_sub(other),
        "lmul" => one.wrapping_mul(other),
        "ldiv" | "lrem" if other == 0 => return Err(Ended::Throws),
        "ldiv" => one.wrapping_div(other),
        "lrem" => one.wrapping_rem(other),
        "land" => one & other,
        "lor" => one | other,
        "lxor" => one ^ other,
        _ => return Err(Ended::Unknown),
    })
}

fn shifted(op: &str, value: i64, distance: i32) -> Result<i64, Ended> {
    Ok(match op {
        "lshl" => value.wrapping_shl(distance as u32),
        "lshr" => value.wrapping_shr(distance as u32),
        "lushr" => (value as u64).wrapping_shr(distance as u32) as i64,
        _ => return Err(Ended::Unknown),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(op: &str, operands: &[Word]) -> String {
        format!("{:?}", compute(op, operands))
    }

    /// JVMS 6.5, with what Java prints for `Integer.MIN_VALUE / -1`, `1 << 33`, `-1 >>> 28` and `(byte) 200`.
    #[test]
    fn numbers_wrap_as_those_of_the_jvm() {
        let (int, long) = (Word::Int, Word::Long);
        assert_eq!(of("iadd", &[int(i32::MAX), int(1)]), "Ok(Int(-2147483648))");
        assert_eq!(of("idiv", &[int(i32::MIN), int(-1)]), "Ok(Int(-2147483648))");
        assert_eq!(of("irem", &[int(-7), int(3)]), "Ok(Int(-1))");
        assert_eq!(of("ishl", &[int(1), int(33)]), "Ok(Int(2))");
        assert_eq!(of("iushr", &[int(-1), int(28)]), "Ok(Int(15))");
        assert_eq!(of("i2b", &[int(200)]), "Ok(Int(-56))");
        assert_eq!(of("i2c", &[int(-1)]), "Ok(Int(65535))");
        assert_eq!(of("lushr", &[long(-1), int(60)]), "Ok(Long(15))");
        assert_eq!(of("lcmp", &[long(1), long(2)]), "Ok(Int(-1))");
        assert_eq!(of("l2i", &[long(1 << 32)]), "Ok(Int(0))");
    }

    #[test]
    fn what_throws_and_what_is_not_known() {
        assert_eq!(of("idiv", &[Word::Int(1), Word::Int(0)]), "Err(Throws)");
        assert_eq!(of("lrem", &[Word::Long(1), Word::Long(0)]), "Err(Throws)");
        assert_eq!(of("i2d", &[Word::Int(1)]), "Err(Unknown)");
        assert_eq!(of("iadd", &[Word::Int(1), Word::Null]), "Err(Unknown)");
    }
}
