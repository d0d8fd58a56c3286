import { queryClient, trpc } from '#web/trpc.ts'

/** Asks again for what depends on statements of the bank and on what people say of them. Neither has a version of the numbers. */
export const bankChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.bankMatch.pathFilter()),
    queryClient.invalidateQueries(trpc.journals.getExchange.pathFilter()),
  ])
