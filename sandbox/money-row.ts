/** One amount of a settlement, before it is text. Empty cells are left out. */
export interface MoneyRow {
  postedAt: number
  transactionType: string
  amountType: string
  description: string
  cents: number
  orderId?: string
  merchantOrderId?: string
  adjustmentId?: string
  shipmentId?: string
  marketplaceName?: string
  fulfilment?: string
  itemCode?: string
  merchantItemId?: string
  merchantAdjustmentItemId?: string
  sku?: string
  quantity?: number
  promotionId?: string
}
