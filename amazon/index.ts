/** The door of `amazon/`: what reports are, and how a file becomes facts. No database and no company in here. */
export * from './facts.ts'
export { openReport } from './files/open-report.ts'
export { writeProductCostTemplate } from './reports/product-cost-template.ts'
export { readRawLines } from './files/raw-lines.ts'
export * from './reports/report-type.ts'
