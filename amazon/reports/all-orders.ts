import type { LineReportType } from './report-type.ts'

/**
 * All orders, by order date or by last update: one line per order item, prices for the whole line. Columns come and go
 * with region and year. `GET_FLAT_FILE_ALL_ORDERS_DATA_BY_…_GENERAL`.
 */
export const allOrders: LineReportType = {
  kind: 'lines',
  id: 'all_orders',
  label: 'All orders report',
  guide: {
    gives: 'Orders with their products, also those that are not paid out yet.',
    where: 'Reports → Fulfilment → All orders, or Orders → Order reports',
    path: '/reportcentral/FlatFileAllOrdersReport/1',
  },
  table: 'order_items',
  source: 'NONE',
  columns: {
    order_id: { names: ['amazon-order-id'], required: true },
    order_item_id: { names: ['amazon-order-item-code', 'order-item-id'] },
    purchased_at: { names: ['purchase-date'], required: true },
    last_updated_at: { names: ['last-updated-date'] },
    order_status: { names: ['order-status'], required: true },
    item_status: { names: ['item-status'] },
    fulfillment_channel: { names: ['fulfillment-channel'] },
    sales_channel: { names: ['sales-channel'], required: true },
    is_business: { names: ['is-business-order'] },
    sku: { names: ['sku'], required: true },
    asin: { names: ['asin'] },
    title: { names: ['product-name'] },
    quantity: { names: ['quantity', 'quantity-purchased'], required: true },
    currency: { names: ['currency'], required: true },
    item_price: { names: ['item-price'], required: true },
    item_tax: { names: ['item-tax'] },
    shipping_price: { names: ['shipping-price'] },
    shipping_tax: { names: ['shipping-tax'] },
    gift_wrap_price: { names: ['gift-wrap-price'] },
    gift_wrap_tax: { names: ['gift-wrap-tax'] },
    item_promotion_discount: { names: ['item-promotion-discount'] },
    ship_promotion_discount: { names: ['ship-promotion-discount'] },
    promotion_ids: { names: ['promotion-ids'] },
    ship_country: { names: ['ship-country'] },
    ship_region: { names: ['ship-state'] },
  },
}
