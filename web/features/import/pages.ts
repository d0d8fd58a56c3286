/** One file: what is imported and what can be are looked at together. */
export { ImportPage } from './ImportPage.tsx'
export { ReportGuidePage } from './ReportGuidePage.tsx'
