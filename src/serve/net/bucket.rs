//! A limit on the rate of requests.

use std::time::{Duration, Instant};

/// A token bucket: each request takes a token, and further tokens come at a steady rate.
pub struct TokenBucket {
    /// The greatest number of tokens.
    size: f64,
    /// The number of tokens that come in a second.
    rate: f64,
    /// The number of tokens at the moment `refreshed`; negative while requests wait.
    tokens: f64,
    refreshed: Instant,
}

impl TokenBucket {
    pub fn new(size: u32, tokens_per_second: f64) -> TokenBucket {
        let size = f64::from(size);
        TokenBucket { size, rate: tokens_per_second, tokens: size, refreshed: Instant::now() }
    }

    /// Adds the tokens that have come since the last call.
    fn refresh(&mut self) {
        let now = Instant::now();
        let gained = now.duration_since(self.refreshed).as_secs_f64() * self.rate;
        self.tokens = (self.tokens + gained).min(self.size);
        self.refreshed = now;
    }

    /// Whether the bucket has the greatest number of tokens.
    pub fn is_full(&mut self) -> bool {
        self.refresh();
        self.tokens >= self.size
    }

    /// Takes a token, and returns whether there was one.
    pub fn try_take(&mut self) -> bool {
        self.refresh();
        let has_token = self.tokens >= 1.0;
        if has_token {
            self.tokens -= 1.0;
        }
        has_token
    }

    /// Takes a token, and waits until it has come.
    pub async fn take(&mut self) {
        self.refresh();
        self.tokens -= 1.0;
        if self.tokens < 0.0 {
            tokio::time::sleep(Duration::from_secs_f64(-self.tokens / self.rate)).await;
        }
    }
}
