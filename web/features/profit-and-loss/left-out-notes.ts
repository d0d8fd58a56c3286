import type { PnlRow } from '#contract/profit-and-loss.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { unconvertedText } from '#web/explain/lacks.ts'
import { exactText } from '#web/ui/numbers.ts'
import { leftOutOf } from './pnl-rows.ts'
import type { PnlView } from './pnl-view.ts'

interface LeftOutActs {
  onOpen: () => void
  onShare: (isShared: boolean) => void
}

type LeftOutView = Pick<PnlView, 'currencyCode' | 'marketplaces' | 'sharesAccountAmounts'>

/** `−40.00 EUR`: what belongs to none of the selected marketplaces and products; null where that is nothing. */
export function leftOutText(answer: readonly PnlRow[], currencyCode: string): string | null {
  const leftOut = leftOutOf(answer)
  if (leftOut === null) return null
  return leftOut.value === null
    ? unconvertedText(leftOut)
    : `${exactText(leftOut.value, currencyCode)} ${currencyCode}`
}

/** SCOPE-1: amounts of an account that are not in the selection, or are in it as shares. */
export function leftOutNotes(
  answer: readonly PnlRow[],
  { currencyCode, marketplaces, sharesAccountAmounts }: LeftOutView,
  { onOpen, onShare }: LeftOutActs,
): FlagNote[] {
  const isShared = answer.some(({ lines }) => lines.netProfit.isShared)
  const amount = leftOutText(answer, currencyCode)
  const shared: FlagNote = {
    text: isShared
      ? 'Account-level amounts are shared by net sales'
      : 'Nothing here can be shared by net sales',
    isWarning: false,
    act: { label: 'Leave out', onPress: () => onShare(false) },
  }
  const leftOut: FlagNote = {
    text: `Not in this selection: account-level amounts of ${amount}`,
    isWarning: false,
    act: { label: 'See rows', onPress: onOpen },
    ...(marketplaces.length > 0 &&
      !sharesAccountAmounts && {
        otherAct: { label: 'Share by net sales', onPress: () => onShare(true) },
      }),
  }
  return [
    ...(sharesAccountAmounts && marketplaces.length > 0 ? [shared] : []),
    ...(amount === null ? [] : [leftOut]),
  ]
}
