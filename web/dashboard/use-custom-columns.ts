import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CustomSummaryColumn, SummaryColumnKind } from '#contract/custom-summary-columns.ts'
import { trpc } from '#web/trpc.ts'

interface CustomColumns {
  /** Those that are shown. */
  customs: readonly CustomSummaryColumn[]
  /** The statement is not to be asked for before. */
  isReady: boolean
}

/** The chosen columns of the reader's own dates. Ids that the server does not have any more are let go. */
export function useCustomColumns(
  companyId: string,
  kind: SummaryColumnKind,
  ids: readonly string[],
  onPrune: (ids: string[]) => void,
): CustomColumns {
  const isAny = ids.length > 0
  const { data, isPending } = useQuery(
    trpc.profitAndLoss.getCustomSummaryColumns.queryOptions(isAny ? { companyId, kind } : skipToken),
  )
  const customs = useMemo(() => data?.filter(({ id }) => ids.includes(id)) ?? [], [data, ids])
  const isPruned = isAny && data !== undefined && customs.length < ids.length
  useEffect(() => {
    if (isPruned) onPrune(customs.map(({ id }) => id))
  })
  return { customs: isAny ? customs : NONE, isReady: !isAny || !isPending }
}

const NONE: readonly CustomSummaryColumn[] = []
