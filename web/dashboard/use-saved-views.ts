import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SavedViewPage } from '#contract/dashboards/saved-views.ts'
import { readStored, writeStored } from '#web/stored.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'
import { hasView, storedViewOf, viewsOf, viewText, type SavedView } from './saved-views.ts'

interface SavedViews {
  /** Undefined while they are being read. */
  views: SavedView[] | undefined
  problem: string | undefined
  isChanging: boolean
  save: (view: SavedView, done: () => void) => void
  rename: (name: string, newName: string, done: () => void) => void
  remove: (name: string) => void
}

/** The views that somebody saved of a page, which the server keeps. */
export function useSavedViews(companyId: string, page: SavedViewPage): SavedViews {
  const queryClient = useQueryClient()
  const place = { companyId, page }
  const { savedViews } = trpc
  const query = useQuery(savedViews.list.queryOptions(place))
  const settled = {
    onError: (error: unknown) => toast(errorText(error), 'negative'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViews.list.queryKey(place) }),
  }
  const save = useMutation(savedViews.save.mutationOptions(settled))
  const rename = useMutation(savedViews.rename.mutationOptions(settled))
  const remove = useMutation(savedViews.delete.mutationOptions(settled))
  const views = query.data?.flatMap(storedViewOf)
  useTakenOver(companyId, page, views, (view) =>
    save.mutateAsync({ ...place, name: view.name, view: viewText(view) }),
  )
  return {
    views,
    problem: query.error ? errorText(query.error) : undefined,
    isChanging: save.isPending || rename.isPending || remove.isPending,
    save: (view, onSuccess) =>
      save.mutate({ ...place, name: view.name, view: viewText(view) }, { onSuccess }),
    rename: (name, newName, onSuccess) => rename.mutate({ ...place, name, newName }, { onSuccess }),
    remove: (name) => remove.mutate({ ...place, name }),
  }
}

/** What earlier versions kept in the browser goes to the server once; a name that is there already stays as it is. */
function useTakenOver(
  companyId: string,
  page: SavedViewPage,
  views: readonly SavedView[] | undefined,
  save: (view: SavedView) => Promise<unknown>,
): void {
  const isBegun = useRef(false)
  useEffect(() => {
    if (!views || isBegun.current) return
    isBegun.current = true
    const key = `views.${page}.${companyId}`
    const left = viewsOf(readStored(key)).filter(({ name }) => !hasView(views, name))
    void (async () => {
      try {
        for (const view of left) await save(view)
        writeStored(key, null)
      } catch {
        // They stay in the browser, and what was wrong has been said.
      }
    })()
  })
}
