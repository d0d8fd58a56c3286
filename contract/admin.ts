import { z } from 'zod'

const NOTE_CHARS_MAX = 500

export const MaintenanceInput = z.object({
  isOn: z.boolean(),
  note: z.string().trim().max(NOTE_CHARS_MAX, `Keep the note below ${NOTE_CHARS_MAX} characters.`).optional(),
})

/** The switch that closes the installation to everybody but those who run it. */
export interface Maintenance {
  isOn: boolean
  since: string | null
  /** The address of an administrator, or `operator` for the command line. */
  startedBy: string | null
  note: string | null
}
