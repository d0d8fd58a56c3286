-- What makes a row of a settlement the same row again. A spreadsheet that opens a report and saves it damages long
-- numbers, moments and whole columns; what a row has lost so is no part of what it is compared by.
--
-- `lost` has a bit for each of them: 1 order id, 2 item id, 4 SKU, 8 time of day, 16 promotion, 32 shipment,
-- 64 adjustment, 128 channel, 256 marketplace, 512 quantity. `identity` is of the row as it stands, `core` of what no
-- spreadsheet takes. Descriptions of a date-range report come in the language of whoever asked for it.

ALTER TABLE {{local settlement_lines}}
  -- Where the file gives a day without a time: it is a day of the marketplace's own calendar.
  ADD COLUMN IF NOT EXISTS posted_day Nullable(Date),
  ADD COLUMN IF NOT EXISTS lost UInt16 CODEC(T64, LZ4),
  ADD COLUMN IF NOT EXISTS core UInt64 MATERIALIZED cityHash64(transaction_type, status, toDate(posted_at),
    amount_type, if(source = 3, '', amount_description), amount, ifNull(tax_amount, -999999999), currency),
  ADD COLUMN IF NOT EXISTS identity UInt64 MATERIALIZED cityHash64(core, posted_at, order_id,
    if(bitAnd(lost, 2) != 0, '', trim(LEADING '0' FROM order_item_id)), if(bitAnd(lost, 4) != 0, '', trim(LEADING '0' FROM sku)),
    promotion_id, shipment_id, adjustment_id, fulfillment_channel, marketplace, multichannel, ifNull(quantity, -2147483648), lost);

{{distributed settlement_lines}};
