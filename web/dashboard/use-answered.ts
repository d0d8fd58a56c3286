import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** What the numbers in sight were asked for, and when they were given, by the clock of the browser. */
export interface Answered<A> {
  asked: A
  readAt: number
}

type Read = Pick<UseQueryResult, 'isPlaceholderData' | 'dataUpdatedAt'>

/** Numbers of the question before keep what they were asked for. */
export function answeredBy<A>(
  before: Answered<A>,
  asked: A,
  { isPlaceholderData, dataUpdatedAt: readAt }: Read,
): Answered<A> {
  const isKnown = before.asked === asked && before.readAt === readAt
  return isPlaceholderData || isKnown ? before : { asked, readAt }
}

/**
 * What labels, formats and files of an answer follow from, while it may still be that of the question before.
 * @param asked the same object from one drawing to the next, as long as the same is asked for
 * @param query keeps the answer before while it reads the next: `placeholderData: keepPreviousData`
 */
export function useAnswered<A>(asked: A, query: Read): Answered<A> {
  const [before, remember] = useState({ asked, readAt: query.dataUpdatedAt })
  const answered = answeredBy(before, asked, query)
  if (answered !== before) remember(answered)
  return answered
}
