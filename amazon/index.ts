/** The door of `amazon/`: what reports are, and how a file becomes facts. No database and no company in here. */
export * from './facts.ts'
export { archivedFile, archivedFiles, unpack } from './files/archive.ts'
export { csvRows, type Delimiter } from './files/csv.ts'
export { decimalMarkOf, plainDecimal } from './files/decimal-text.ts'
export { FILE_LIMITS, limitText } from './files/file-limits.ts'
export { openReport } from './files/open-report.ts'
export { openText } from './files/text-file.ts'
export {
  readEnteredList,
  type EnteredListKind,
  type ListProblem,
  type ListRow,
  type ReadList,
} from './reports/entered-lists.ts'
export { writeProductCostTemplate } from './reports/product-cost-template.ts'
export { readRawLines, type RawLine, type WantedLine } from './files/raw-lines.ts'
export { reportGuide } from './reports/report-guide.ts'
export { reportTypeOf } from './reports/report-types.ts'
export * from './reports/report-type.ts'
export { openAdvertising } from './api/advertising.ts'
export * from './api/clients.ts'
export {
  ADVERTISING_HOSTS,
  AMAZON,
  LOGIN_HOST,
  SELLING_PARTNER_HOSTS,
  sandboxEndpoints,
  type Endpoints,
} from './api/endpoints.ts'
export { fetchPicture, type Picture } from './api/picture.ts'
export { openLogin } from './api/login.ts'
export { Pace } from './api/pace.ts'
export { fitToShow } from './api/request.ts'
export { openSellingPartner } from './api/selling-partner.ts'
