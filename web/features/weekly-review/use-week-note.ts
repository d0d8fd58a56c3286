import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REVIEW_WEEKS } from '#contract/dashboards/weekly-review.ts'
import { addDays } from '#contract/date-range.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'
import { isChanged, type NoteDraft } from './note-draft.ts'

/**
 * The note of a week and what is typed of it. It belongs to the page: its section gives way where the numbers fail or are none, and
 * what is typed does not.
 * @param week its first day
 */
export function useWeekNote(companyId: string, week: string) {
  const queryClient = useQueryClient()
  const query = useQuery(
    trpc.wbr.getNotes.queryOptions({
      companyId,
      startDate: addDays(week, 7 * (1 - REVIEW_WEEKS)),
      endDate: week,
    }),
  )
  const [typed, setTyped] = useState<{ week: string; draft: NoteDraft | null }>({ week, draft: null })
  const save = useMutation(
    trpc.wbr.saveNote.mutationOptions({
      onError: (problem) => toast(errorText(problem), 'negative'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.wbr.getNotes.pathKey() }),
    }),
  )
  const stored = query.data?.find((one) => one.week === week)
  // Another week begins anew.
  const draft = typed.week === week ? typed.draft : null
  const setDraft = (next: NoteDraft | null) => setTyped({ week, draft: next })
  return {
    query,
    stored,
    before: query.data?.filter((one) => one.week !== week).toReversed() ?? [],
    draft,
    setDraft,
    /** What is typed and not saved. */
    changed: isChanged(draft, stored) ? draft : null,
    save: (changed: NoteDraft) =>
      save.mutate({ companyId, week, ...changed }, { onSuccess: () => setDraft(null) }),
    isSaving: save.isPending,
  }
}

export type WeekNote = ReturnType<typeof useWeekNote>
