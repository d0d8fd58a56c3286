import { sessionClaims } from '#web/session/session.ts'
import { newId } from '#web/table/new-id.ts'
import type { Answers, StepId } from './steps.ts'

interface Draft {
  /** Whose it is: another one may sign in within the same tab. */
  subject: string | undefined
  isAddingNewAccount: boolean
  answers: Answers
  registrationId: string
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

function ownDraft(isAddingNewAccount: boolean): Draft | null {
  const draft = read()
  const isOwn = draft?.subject === sessionClaims().sub && draft?.isAddingNewAccount === isAddingNewAccount
  return isOwn ? draft : null
}

/** What has been answered so far, in this tab and by whoever is signed in. Adding an account is a draft of its own. */
export const draftedAnswers = (isAddingNewAccount: boolean): Answers =>
  ownDraft(isAddingNewAccount)?.answers ?? {}

/** By which a draft that is sent again is known. */
export const registrationIdOf = (isAddingNewAccount: boolean): string | undefined =>
  ownDraft(isAddingNewAccount)?.registrationId

export function saveAnswer<Id extends StepId>(
  isAddingNewAccount: boolean,
  id: Id,
  answer: Answers[Id],
): Answers {
  const answers = { ...draftedAnswers(isAddingNewAccount), [id]: answer }
  const registrationId = registrationIdOf(isAddingNewAccount) ?? newId()
  write({ subject: sessionClaims().sub, isAddingNewAccount, answers, registrationId })
  return answers
}

export const forgetDraft = (): void => write(null)
