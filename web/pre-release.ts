import { readStored, writeStored } from './stored.ts'

/** Of the browser rather than of who uses it: signing out keeps it. */
const KEY = 'pre-release'

/** Whether this browser shows what is not finished. */
export const hasPreReleaseFeatures = (): boolean => readStored(KEY) === true

export const setPreReleaseFeatures = (isOn: boolean): void => writeStored(KEY, isOn)
