import { networkOf } from './address-limits.ts'
import { mark, marksOf } from './counters.ts'
import type { Tx } from './database.ts'
import { secondsLater, type Caller, type Service } from './service.ts'

/** A network that the owner has come in from lately is theirs: what others do elsewhere does not count there. */
const KNOWN_SECONDS = 30 * 86_400

const kindOf = (caller: Caller) => `known ${networkOf(caller.address)}`

/** Whether somebody came in to this account from the caller's network within thirty days. */
export async function isKnownNetwork(
  service: Service,
  tx: Tx,
  subject: string,
  caller: Caller,
): Promise<boolean> {
  const marks = await marksOf(tx, subject, [kindOf(caller)])
  return marks.some(({ since }) => secondsLater(since, KNOWN_SECONDS) > service.now())
}

/** After a whole sign-in, or a code that only the owner's mailbox had. */
export const rememberNetwork = (service: Service, subject: string, caller: Caller): Promise<void> =>
  mark(service.db, subject, kindOf(caller), service.now())
