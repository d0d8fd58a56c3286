-- What a row takes on the disk. Parts that are there take it over as they are merged.

-- What is made from other columns of a line is looked at where settlements meet, and costs more to keep than to make.
ALTER TABLE {{local settlement_lines}}
  MODIFY COLUMN row_hash UInt64 ALIAS cityHash64(transaction_type, status, posted_at, order_id, order_item_id, shipment_id, adjustment_id,
    marketplace, multichannel, sku, ifNull(quantity, -2147483648), amount_type, amount_description, amount, ifNull(tax_amount, -999999999), currency, fulfillment_channel, promotion_id),
  MODIFY COLUMN core UInt64 ALIAS cityHash64(transaction_type, status, toDate(posted_at),
    amount_type, if(source = 3, '', amount_description), amount, ifNull(tax_amount, -999999999), currency),
  MODIFY COLUMN identity UInt64 ALIAS cityHash64(core, posted_at, order_id,
    if(bitAnd(lost, 2) != 0, '', trim(LEADING '0' FROM order_item_id)), if(bitAnd(lost, 4) != 0, '', trim(LEADING '0' FROM sku)),
    promotion_id, shipment_id, adjustment_id, fulfillment_channel, marketplace, multichannel, ifNull(quantity, -2147483648), lost);
-- Lines lie in the order of their file: their numbers follow one another, and so do the ids of an order's lines.
ALTER TABLE {{local settlement_lines}}
  MODIFY COLUMN line_no UInt32 CODEC(DoubleDelta, ZSTD(1)),
  MODIFY COLUMN order_id String CODEC(ZSTD(1)),
  MODIFY COLUMN order_item_id String CODEC(ZSTD(1)),
  MODIFY COLUMN shipment_id String CODEC(ZSTD(1)),
  MODIFY COLUMN adjustment_id String CODEC(ZSTD(1)),
  MODIFY COLUMN amount Decimal(18, 9) CODEC(T64, ZSTD(1));

{{distributed settlement_lines}};

ALTER TABLE {{local ledger}}
  MODIFY COLUMN order_id String CODEC(ZSTD(1)),
  MODIFY COLUMN line_no UInt32 CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN amount Decimal(18, 9) CODEC(T64, ZSTD(1)),
  MODIFY COLUMN sku LowCardinality(String) CODEC(ZSTD(1));
