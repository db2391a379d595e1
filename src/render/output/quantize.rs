//! A palette for pictures of few flat colours: the most frequent colours exactly, the blends at edges by median cut
//! (Heckbert 1982).

use std::collections::BTreeMap;

/// A colour, 8 bits a channel.
pub(crate) type Rgb = [u8; 3];

/// The greatest number of colours that are kept exactly.
const EXACT: usize = 64;

/// At most 255 colours, and the index that each occurring colour is given.
pub(crate) struct Palette {
    pub colors: Vec<Rgb>,
    pub index: BTreeMap<Rgb, u8>,
}

impl Palette {
    /// Returns the palette for colours with their numbers of occurrences.
    pub fn of(counts: &BTreeMap<Rgb, u64>) -> Palette {
        let mut by_count: Vec<(Rgb, u64)> = counts.iter().map(|(c, n)| (*c, *n)).collect();
        by_count.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let exact = if by_count.len() <= 255 { by_count.len() } else { EXACT };
        let mut colors: Vec<Rgb> = by_count[..exact].iter().map(|(c, _)| *c).collect();
        colors.extend(median_cut(&by_count[exact..], 255 - exact));
        let index = counts.keys().map(|c| (*c, nearest(&colors, *c))).collect();
        Palette { colors, index }
    }
}

fn nearest(colors: &[Rgb], wanted: Rgb) -> u8 {
    let distance = |c: &Rgb| -> u32 {
        // Green counts most and blue least, as in luminance.
        let parts = c.iter().zip(wanted).zip([3, 5, 2]);
        parts.map(|((a, b), weight)| u32::from(a.abs_diff(b)).pow(2) * weight).sum()
    };
    let best = colors.iter().enumerate().min_by_key(|(_, c)| distance(c));
    best.map_or(0, |(i, _)| u8::try_from(i).unwrap_or(u8::MAX))
}

/// Divides colours into boxes, always splitting the one with the greatest weighted spread, and returns each box's mean.
fn median_cut(colors: &[(Rgb, u64)], wanted: usize) -> Vec<Rgb> {
    if colors.is_empty() {
        return Vec::new();
    }
    let mut boxes = vec![colors.to_vec()];
    while boxes.len() < wanted {
        let splittable = boxes.iter().enumerate().filter(|(_, b)| b.len() > 1);
        let Some((largest, channel)) = splittable
            .map(|(i, b)| (i, spread(b)))
            .max_by_key(|(i, (s, _))| (*s, usize::MAX - i))
            .map(|(i, (_, c))| (i, c))
        else {
            break;
        };
        let mut all = boxes.swap_remove(largest);
        all.sort_by_key(|(c, _)| (c[channel], *c));
        let half: u64 = all.iter().map(|(_, n)| root(*n)).sum::<u64>() / 2;
        let mut sum = 0;
        let middle = all.iter().position(|(_, n)| {
            sum += root(*n);
            sum > half
        });
        let upper = all.split_off(middle.unwrap_or(0).clamp(1, all.len() - 1));
        boxes.push(all);
        boxes.push(upper);
    }
    boxes.iter().map(|b| mean(b)).collect()
}

/// Returns the weight of a colour: the root of its count, since thin edges are seen although their colours are rare.
fn root(count: u64) -> u64 {
    count.isqrt().max(1)
}

fn spread(colors: &[(Rgb, u64)]) -> (u64, usize) {
    let weight: u64 = colors.iter().map(|(_, n)| root(*n)).sum();
    let ranges = [0, 1, 2].map(|channel| {
        let low = colors.iter().map(|(c, _)| c[channel]).min().unwrap_or(0);
        let high = colors.iter().map(|(c, _)| c[channel]).max().unwrap_or(0);
        (u64::from(high - low).pow(2) * weight, channel)
    });
    ranges.into_iter().max().unwrap_or((0, 0))
}

fn mean(colors: &[(Rgb, u64)]) -> Rgb {
    let weight: u64 = colors.iter().map(|(_, n)| root(*n)).sum::<u64>().max(1);
    [0, 1, 2].map(|channel| {
        let sum: u64 = colors.iter().map(|(c, n)| u64::from(c[channel]) * root(*n)).sum();
        ((sum + weight / 2) / weight) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let counts: BTreeMap<Rgb, u64> = (0..200u8).map(|i| ([i, 255 - i, 7], u64::from(i) + 1)).collect();
        let palette = Palette::of(&counts);
        assert!(palette.index.iter().all(|(c, i)| palette.colors[usize::from(*i)] == *c));
    }

    #[test]
    fn many_colours_come_near() {
        let counts: BTreeMap<Rgb, u64> =
            (0..32u8).flat_map(|r| (0..32u8).map(move |g| ([r * 8, g * 8, 128], 5))).collect();
        let palette = Palette::of(&counts);
        assert!(palette.colors.len() <= 255);
        for (color, index) in &palette.index {
            let found = palette.colors[usize::from(*index)];
            assert!(color.iter().zip(found).all(|(a, b)| a.abs_diff(b) <= 24), "{color:?} {found:?}");
        }
    }
}
