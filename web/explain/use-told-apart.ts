import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchParams } from '#web/search-params.ts'
import { toldApartOf, toldApartText, type ToldApart } from './told-apart.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before this one is the groups that a group was chosen from. */
    isChosen?: boolean
  }
}

/** How the address says that the explained number is told apart. */
export function useToldApart() {
  const text = useSearch({ strict: false, select: ({ explainBy }: SearchParams) => explainBy })
  const isChosen = useLocation({ select: ({ state }) => state.isChosen === true })
  const toldApart = useMemo(() => toldApartOf(text), [text])
  const navigate = useNavigate()
  const { history } = useRouter()
  const show = (next: ToldApart, isStep: boolean) =>
    void navigate({
      to: '.',
      search: (previous: SearchParams) => ({ ...previous, explainBy: toldApartText(next) }),
      replace: !isStep,
      state: { isChosen: isStep },
      resetScroll: false,
    })
  return {
    toldApart,
    /** By something else. */
    tell: (next: ToldApart) => show(next, false),
    /** Into a group; the browser's own way back leads out of it, too. */
    choose: (next: ToldApart) => show(next, true),
    /** To all groups, the way one came or, by a link, another. */
    leave: (next: ToldApart) => (isChosen ? history.back() : show(next, false)),
  }
}
