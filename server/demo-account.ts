import { hasOwnData, type Accounts } from '#server/accounts/index.ts'

/** Nobody else can have it: mails to this domain reach nobody. */
export const DEMO_EMAIL = 'demo@example.com'

/** How long it is taken as read that nobody has brought data of their own. */
const KEPT_MS = 2_000

/**
 * Whether the installation still is the demo that it was started as: open to whoever sits at this machine, as long as it
 * holds nothing but what was invented. From the first file of a company of somebody's own it is not.
 */
export function demoOf(accounts: Accounts, isOn: boolean): () => Promise<boolean> {
  let isOver = !isOn
  let readAt = -Infinity
  return async () => {
    if (isOver || performance.now() - readAt < KEPT_MS) return !isOver
    isOver = await hasOwnData(accounts)
    readAt = performance.now()
    return !isOver
  }
}
