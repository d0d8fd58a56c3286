import { redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { queryClient } from '#web/trpc.ts'
import { draftedAnswers } from './draft.ts'
import { missingBefore, type StepId } from './steps.ts'

interface Visit {
  location: { href: string; pathname: string }
  search: { mode?: string | undefined }
  preload: boolean
}

/** `mode=add`: somebody registers a further company. All addresses of the wizard then carry it. */
export const isAdding = (search: { mode?: string | undefined }): boolean => search.mode === 'add'

/** Who has nothing left to answer goes on to onboarding, unless they add a company. */
export async function forWizard(visit: Visit): Promise<void> {
  await guard('authenticated', visit)
  if (isAdding(visit.search) || !(await queryClient.ensureQueryData(QUERIES.isComplete))) return
  const signal: unknown = redirect({ to: PATHS.onboarding, replace: true })
  throw signal
}

/** A step is open once the steps before it have answers. */
export const forStep =
  (id: StepId) =>
  ({ search }: Pick<Visit, 'search'>): void => {
    const missing = missingBefore(id, draftedAnswers(isAdding(search)))
    if (!missing) return
    const signal: unknown = redirect({ to: missing.path, search: modeOf(search), replace: true })
    throw signal
  }

export const modeOf = (search: { mode?: string | undefined }): { mode?: string } =>
  isAdding(search) ? { mode: 'add' } : {}
