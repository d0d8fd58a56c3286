import { AmazonError } from '#amazon/index.ts'
import type { ConnectionClients } from './step.ts'

const HOUR_MS = 3_600_000

const notSetUp = async (): Promise<never> => {
  throw new AmazonError('LATER', 'No application at Amazon is set up', { retryAfterMs: HOUR_MS })
}

/** Of an installation without an application at Amazon: what is connected waits until there is one. */
export const NO_CLIENTS: ConnectionClients = {
  sellingPartner: notSetUp,
  advertising: notSetUp,
  markBroken: async () => {},
}
