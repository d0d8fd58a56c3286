import { sessionClaims } from '#web/session/session.ts'
import type { Answers, StepId } from './steps.ts'

interface Draft {
  /** Whose it is: another one may sign in within the same tab. */
  subject: string | undefined
  isAddingNewAccount: boolean
  answers: Answers
}

const KEY = 'sextant.post-registration'

let inMemory: string | null = null

function read(): Draft | null {
  try {
    inMemory = sessionStorage.getItem(KEY) ?? inMemory
  } catch {
    // Then the draft lasts as long as the page.
  }
  try {
    return JSON.parse(inMemory ?? 'null') as Draft | null
  } catch {
    return null
  }
}

function write(draft: Draft | null): void {
  inMemory = draft && JSON.stringify(draft)
  try {
    if (inMemory === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, inMemory)
  } catch {
    // See above.
  }
}

/** What has been answered so far, in this tab and by whoever is signed in. Adding an account is a draft of its own. */
export function draftedAnswers(isAddingNewAccount: boolean): Answers {
  const draft = read()
  const isOwn = draft?.subject === sessionClaims().sub && draft?.isAddingNewAccount === isAddingNewAccount
  return isOwn ? draft.answers : {}
}

export function saveAnswer<Id extends StepId>(
  isAddingNewAccount: boolean,
  id: Id,
  answer: Answers[Id],
): Answers {
  const answers = { ...draftedAnswers(isAddingNewAccount), [id]: answer }
  write({ subject: sessionClaims().sub, isAddingNewAccount, answers })
  return answers
}

export const forgetDraft = (): void => write(null)
