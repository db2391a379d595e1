//! A palette for pictures that consist of a few flat colours.
//!
//! The most frequent colours are kept exactly. The others occur at smoothed edges. They are reduced by median cut (Heckbert 1982).

use std::collections::BTreeMap;

/// A colour as red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The greatest number of colours in a palette.
const MOST_COLORS: usize = 255;
/// The number of colours that are kept exactly if there are too many for a palette.
const EXACT: usize = 64;

/// The colours of a picture, reduced to at most [`MOST_COLORS`].
pub(crate) struct Palette {
    pub colors: Vec<Rgb>,
    /// The index in `colors` of the colour that replaces each colour of the picture.
    pub indices: BTreeMap<Rgb, u8>,
}

/// A colour, and the number of pixels that have it.
#[derive(Clone, Copy)]
struct ColorCount {
    rgb: Rgb,
    count: u64,
}

impl ColorCount {
    /// Returns the weight of the colour: the root of its count. Thin edges are seen although few pixels have their colours.
    fn weight(&self) -> u64 {
        self.count.isqrt().max(1)
    }
}

impl Palette {
    /// Returns the palette of a picture, given the number of pixels of each colour.
    pub fn of(counts: &BTreeMap<Rgb, u64>) -> Palette {
        let counted = counts.iter().map(|(&rgb, &count)| ColorCount { rgb, count });
        let mut by_count: Vec<ColorCount> = counted.collect();
        by_count.sort_by(|a, b| b.count.cmp(&a.count).then(a.rgb.cmp(&b.rgb)));
        let exact = if by_count.len() <= MOST_COLORS { by_count.len() } else { EXACT };
        let mut colors: Vec<Rgb> = by_count[..exact].iter().map(|color| color.rgb).collect();
        colors.extend(median_cut(&by_count[exact..], MOST_COLORS - exact));
        let indices = counts.keys().map(|&color| (color, nearest(&colors, color))).collect();
        Palette { colors, indices }
    }
}

/// Returns the index of the colour that is nearest to a wanted one.
fn nearest(colors: &[Rgb], wanted: Rgb) -> u8 {
    // Green counts most and blue least, as in luminance.
    const WEIGHTS: [u32; 3] = [3, 5, 2];
    let part = |color: &Rgb, i: usize| u32::from(color[i].abs_diff(wanted[i])).pow(2) * WEIGHTS[i];
    let distance = |color: &Rgb| part(color, 0) + part(color, 1) + part(color, 2);
    let indexed = (0..=u8::MAX).zip(colors);
    indexed.min_by_key(|(_, color)| distance(color)).map_or(0, |(index, _)| index)
}

/// Divides colours into at most `count` boxes, and returns the mean of each box.
fn median_cut(colors: &[ColorCount], count: usize) -> Vec<Rgb> {
    if colors.is_empty() {
        return Vec::new();
    }
    let mut boxes = vec![colors.to_vec()];
    while boxes.len() < count {
        let splittable = (0..boxes.len()).filter(|&i| boxes[i].len() > 1);
        // Of boxes with equal spreads the first is split.
        let widest = splittable.max_by_key(|&i| (greatest_spread(&boxes[i]).size, usize::MAX - i));
        let Some(widest) = widest else { break };
        let [lower, upper] = halves(boxes.swap_remove(widest));
        boxes.push(lower);
        boxes.push(upper);
    }
    boxes.iter().map(|colors| mean(colors)).collect()
}

/// Returns two halves of about equal weight. They divide at least two colours by the channel in which these differ most.
fn halves(mut colors: Vec<ColorCount>) -> [Vec<ColorCount>; 2] {
    let channel = greatest_spread(&colors).channel;
    colors.sort_by_key(|color| (color.rgb[channel], color.rgb));
    let half_weight = weight_of(&colors) / 2;
    let mut lower_weight = 0;
    let mut middle = 0;
    for (i, color) in colors.iter().enumerate() {
        lower_weight += color.weight();
        if lower_weight > half_weight {
            middle = i;
            break;
        }
    }
    let upper = colors.split_off(middle.clamp(1, colors.len() - 1));
    [colors, upper]
}

fn weight_of(colors: &[ColorCount]) -> u64 {
    colors.iter().map(ColorCount::weight).sum()
}

/// The spread of colours in one channel. Spreads are ordered by size.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Spread {
    /// The square of the range of values in the channel, times the weight of the colours.
    size: u64,
    channel: usize,
}

/// Returns the spread in the channel in which colours differ most.
fn greatest_spread(colors: &[ColorCount]) -> Spread {
    let weight = weight_of(colors);
    let [red, green, blue] = [0, 1, 2].map(|channel| {
        let values = colors.iter().map(|color| color.rgb[channel]);
        let range = values.clone().max().unwrap_or(0) - values.min().unwrap_or(0);
        Spread { size: u64::from(range).pow(2) * weight, channel }
    });
    red.max(green).max(blue)
}

fn mean(colors: &[ColorCount]) -> Rgb {
    let weight = weight_of(colors).max(1);
    [0, 1, 2].map(|channel| {
        let sum: u64 = colors.iter().map(|color| u64::from(color.rgb[channel]) * color.weight()).sum();
        ((sum + weight / 2) / weight) as u8
    })
}
