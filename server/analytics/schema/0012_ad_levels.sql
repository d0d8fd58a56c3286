-- At which level a row of advertising states its spend, and what it names there. Empty: rows of facts files.
ALTER TABLE {{local ads_daily}}
  ADD COLUMN IF NOT EXISTS level LowCardinality(String),
  ADD COLUMN IF NOT EXISTS campaign_name LowCardinality(String),
  ADD COLUMN IF NOT EXISTS ad_group_id String CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS ad_group_name LowCardinality(String),
  ADD COLUMN IF NOT EXISTS asin LowCardinality(String),
  ADD COLUMN IF NOT EXISTS target String CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS match_type LowCardinality(String),
  ADD COLUMN IF NOT EXISTS search_term String CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS placement LowCardinality(String);

{{distributed ads_daily}};
