-- Which ads a report is of: VIDEO or OTHER; empty where it is of all, and of rows read before this column was there.
ALTER TABLE {{local ads_daily}}
  ADD COLUMN IF NOT EXISTS ad_formats LowCardinality(String);

{{distributed ads_daily}};
