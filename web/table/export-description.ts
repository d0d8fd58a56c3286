import { createContext } from 'react'
import type { ExportedRows } from './export-choice.ts'
import type { ExportContent, Exported } from './ExportMenu.tsx'

/** Adds to what is exported what the page knows of it. */
export type DescribeExport = (content: ExportContent, rows: ExportedRows) => Promise<Exported>

/** Null where nothing is known of it, as in the gallery. */
export const ExportDescription = createContext<DescribeExport | null>(null)
