import { readStored, writeStored } from './stored.ts'

/** Of whoever is signed in: signing out takes it back. */
const KEY = 'ai-consent'

/** Whether AI features may work in this browser. */
export const hasAiConsent = (): boolean => readStored(KEY) === true

export const setAiConsent = (isGiven: boolean): void => writeStored(KEY, isGiven)
