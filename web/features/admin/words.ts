import type { BlockReason } from '#contract/admin.ts'
import type { Licence } from '#contract/licences.ts'

export const BLOCK_WORDS: Record<BlockReason, string> = {
  ADMIN_BLOCKED: 'Blocked',
  LICENSE_EXPIRED: 'Licence expired',
}

export const LICENCE_WORDS: Record<Licence, string> = {
  ORDER_PROFIT_AND_LOSS: 'Order P&L',
  REAL_TIME: 'Real time',
  AI: 'AI',
}
