//! A palette for pictures of few flat colours. The most frequent colours are kept exactly. Those at smoothed edges are reduced by
//! median cut (Heckbert 1982).

use std::collections::BTreeMap;

/// A colour, 8 bits a channel.
pub(crate) type Rgb = [u8; 3];

/// The number of colours that are kept exactly if there are too many for a palette.
const EXACT: usize = 64;

/// At most 255 colours in place of all that occur.
pub(crate) struct Palette {
    pub colors: Vec<Rgb>,
    /// The index of the nearest colour of the palette, for each colour that occurs.
    pub index: BTreeMap<Rgb, u8>,
}

/// A colour and its number of occurrences.
#[derive(Clone, Copy)]
struct Counted {
    rgb: Rgb,
    count: u64,
}

impl Counted {
    /// Returns the weight of a colour: the root of its count, because thin edges are seen although their colours are rare.
    fn weight(&self) -> u64 {
        self.count.isqrt().max(1)
    }
}

impl Palette {
    /// Returns the palette for colours with their numbers of occurrences.
    pub fn of(counts: &BTreeMap<Rgb, u64>) -> Palette {
        let mut by_count: Vec<Counted> = counts.iter().map(|(&rgb, &count)| Counted { rgb, count }).collect();
        by_count.sort_by(|a, b| b.count.cmp(&a.count).then(a.rgb.cmp(&b.rgb)));
        let exact = if by_count.len() <= 255 { by_count.len() } else { EXACT };
        let mut colors: Vec<Rgb> = by_count[..exact].iter().map(|color| color.rgb).collect();
        colors.extend(median_cut(&by_count[exact..], 255 - exact));
        let index = counts.keys().map(|c| (*c, nearest(&colors, *c))).collect();
        Palette { colors, index }
    }
}

/// Returns the index of the nearest colour.
fn nearest(colors: &[Rgb], wanted: Rgb) -> u8 {
    // Green counts most and blue least, as in luminance.
    const WEIGHTS: [u32; 3] = [3, 5, 2];
    let part = |color: &Rgb, i: usize| u32::from(color[i].abs_diff(wanted[i])).pow(2) * WEIGHTS[i];
    let distance = |color: &Rgb| part(color, 0) + part(color, 1) + part(color, 2);
    let indexed = (0..=u8::MAX).zip(colors);
    indexed.min_by_key(|(_, color)| distance(color)).map_or(0, |(index, _)| index)
}

/// Divides colours into boxes, and returns the mean of each. It always splits the box with the greatest weighted spread.
fn median_cut(colors: &[Counted], wanted: usize) -> Vec<Rgb> {
    if colors.is_empty() {
        return Vec::new();
    }
    let mut boxes = vec![colors.to_vec()];
    while boxes.len() < wanted {
        let splittable = (0..boxes.len()).filter(|&i| boxes[i].len() > 1);
        // Of equal spreads the first counts.
        let Some(widest) = splittable.max_by_key(|&i| (spread(&boxes[i]).size, usize::MAX - i)) else {
            break;
        };
        let mut lower = boxes.swap_remove(widest);
        let channel = spread(&lower).channel;
        lower.sort_by_key(|color| (color.rgb[channel], color.rgb));
        let half = weight_of(&lower) / 2;
        let mut sum = 0;
        let middle = lower.iter().position(|color| {
            sum += color.weight();
            sum > half
        });
        let upper = lower.split_off(middle.unwrap_or(0).clamp(1, lower.len() - 1));
        boxes.push(lower);
        boxes.push(upper);
    }
    boxes.iter().map(|colors| mean(colors)).collect()
}

/// Returns the weight of all colours together.
fn weight_of(colors: &[Counted]) -> u64 {
    colors.iter().map(Counted::weight).sum()
}

/// The channel in which colours differ most, and their weighted spread in it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Spread {
    size: u64,
    channel: usize,
}

/// Returns the greatest spread of colours.
fn spread(colors: &[Counted]) -> Spread {
    let weight = weight_of(colors);
    let [red, green, blue] = [0, 1, 2].map(|channel| {
        let values = colors.iter().map(|color| color.rgb[channel]);
        let range = values.clone().max().unwrap_or(0) - values.min().unwrap_or(0);
        Spread { size: u64::from(range).pow(2) * weight, channel }
    });
    red.max(green).max(blue)
}

/// Returns the weighted mean of colours.
fn mean(colors: &[Counted]) -> Rgb {
    let weight = weight_of(colors).max(1);
    [0, 1, 2].map(|channel| {
        let sum: u64 = colors.iter().map(|color| u64::from(color.rgb[channel]) * color.weight()).sum();
        ((sum + weight / 2) / weight) as u8
    })
}
