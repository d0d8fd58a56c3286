import { monthOfYearText } from '#web/ui/dates.ts'

/** `Jan 2025` */
export const monthName = (month: string): string => monthOfYearText(`${month}-01`)
