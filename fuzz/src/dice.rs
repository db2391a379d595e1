//! Random numbers and damage to texts.

/// A stream of numbers (splitmix64).
pub struct Dice(u64);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound, which is above 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    /// One of several texts, damaged.
    pub fn damaged(&mut self, sound: &[String]) -> String {
        let text = self.pick(sound);
        self.damage(text, sound)
    }

    /// A text with up to four injuries: pieces cut out, doubled, moved, replaced by other texts' pieces or by odd characters.
    pub fn damage(&mut self, text: &str, others: &[String]) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..self.below(5) {
            let (a, b) = (self.below(chars.len() + 1), self.below(chars.len() + 1));
            let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 24));
            match self.below(6) {
                0 => drop(chars.drain(a..b)),
                1 => {
                    let part = chars[a..b].to_vec();
                    chars.splice(b..b, part);
                }
                2 => {
                    let part: Vec<char> = chars.drain(a..b).collect();
                    let at = self.below(chars.len() + 1);
                    chars.splice(at..at, part);
                }
                3 => {
                    let other: Vec<char> = self.pick(others).chars().collect();
                    let from = self.below(other.len() + 1);
                    let to = (from + self.below(24)).min(other.len());
                    chars.splice(a..b, other[from..to].iter().copied());
                }
                4 => {
                    let odd = *self.pick(ODD);
                    chars.splice(a..b, odd.chars());
                }
                _ if chars.is_empty() => {}
                _ => {
                    let at = self.below(chars.len());
                    chars[at] = char::from_u32(self.below(0x250) as u32).unwrap_or('\u{fffd}');
                }
            }
        }
        chars.into_iter().collect()
    }
}

/// What readers stumble over.
const ODD: &[&str] = &[
    "-0",
    "1e308",
    "-1e308",
    "1e-320",
    "NaN",
    "inf",
    "99999999999999999999",
    "0.1e",
    "+",
    "..",
    "'",
    "''",
    "\"",
    "\\",
    "\0",
    "\r\n",
    "\u{feff}",
    "é",
    "½",
    "𝔸",
    "@",
    ";",
    "^360",
    "^-1e9",
    "!cw",
    "*",
    "~",
    "=Q",
    "sqrt(-1)",
    "((((((((",
    "1/0",
    "atan(1/0)",
    "{",
    "}",
    "[[",
    "]]",
    " ",
    "\t",
    "start",
    "max",
    "x",
    "0",
    "8",
    "8.000000001",
    "-1e-300",
    "4.5,0.5",
];
