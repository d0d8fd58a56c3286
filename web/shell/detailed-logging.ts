import { readStored, writeStored } from '#web/stored.ts'

const KEY = 'detailed-logging'

/** Whether support asked this browser for crashes with their messages; the server drops those of all others. */
export const isDetailedLogging = (): boolean => readStored(KEY) === true

export const rememberDetailedLogging = (isOn: boolean): void => writeStored(KEY, isOn)
