//! Calendar dates for `until` of accept entries. Owns the only clock of the program; must not know findings.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the proleptic Gregorian calendar. Ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

impl Date {
    /// Today in UTC. A clock before 1970 counts as the first of January 1970, one after 9999 as its last day.
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Self::from_days(seconds / 86_400)
    }

    /// The day that many days after 1970-01-01.
    fn from_days(days: u64) -> Self {
        const LAST: u64 = 2_932_896; // 9999-12-31
        // Counted from 0000-03-01, so that a leap day ends its year.
        let days = days.min(LAST) + 719_468;
        let era = days / 146_097;
        let day_of_era = days % 146_097;
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Self { year: year as u16, month: month as u8, day: day as u8 }
    }

    /// Reads `2027-06-30`; `None` if it is no date of the calendar.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |range: std::ops::Range<usize>| {
            let digits = text.get(range)?;
            digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u16>().ok()).flatten()
        };
        let (year, month, day) = (number(0..4)?, number(5..7)? as u8, number(8..10)? as u8);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=last).contains(&day).then_some(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_1970() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
            (2_932_896, "9999-12-31"),
            (u64::MAX, "9999-12-31"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), date);
        }
        for days in 0..200_000 {
            let date = Date::from_days(days);
            assert_eq!(Date::parse(&date.to_string()), Some(date));
            assert!(days == 0 || Date::from_days(days - 1) < date);
        }
    }

    #[test]
    fn no_dates() {
        for text in
            ["", "2027-6-30", "2027-02-29", "2100-02-29", "2027-13-01", "2027-00-10", "2027-04-31", "2027/04/30"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        assert_eq!(Date::parse("+027-06-30"), None);
        assert_eq!(Date::parse("202\u{e9}-06-3"), None);
        assert!(Date::parse("2024-02-29").is_some());
    }
}
