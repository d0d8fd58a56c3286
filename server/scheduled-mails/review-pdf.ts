import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { REVIEW_METRICS, SIX_TWELVE_BOXES, type ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import { weekNumber } from '#contract/date-range.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ReviewColumn, SixTwelve } from '#contract/weekly-review.ts'
import { changeText, LACKING_NOTE, shortText, shortValueText, yearChangeText } from './figure-text.ts'

export interface ReviewSheet {
  title: string
  /** Of which week, in which currency. */
  subtitle: string
  currencyCode: string
  review: SixTwelve
}

/** A4 across, in points. */
const MARGIN = 36
const HEAD = 44
const COLUMNS = 3
const ROWS = 2
const GAP = 18
const INK = '#14202b'
const QUIET = '#5b6975'
const RULE = '#d5dbe0'
const LINE = '#0b5394'

type Document = PDFKit.PDFDocument
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The weekly review on paper: six charts a page in the order of the page, last year dashed. */
export function reviewPdf({ title, subtitle, currencyCode, review }: ReviewSheet): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    // Without an end of a page that text below the margin would make.
    autoFirstPage: false,
    info: { Title: title, Creator: 'Sextant' },
  })
  const perPage = COLUMNS * ROWS
  for (let first = 0; first < REVIEW_METRICS.length; first += perPage) {
    doc.addPage({ size: 'A4', layout: 'landscape', margins: { top: 0, bottom: 0, left: 0, right: 0 } })
    const page = `${first / perPage + 1} of ${Math.ceil(REVIEW_METRICS.length / perPage)}`
    const { width, height } = doc.page
    say(doc, title, { x: MARGIN, y: MARGIN - 8, width: width - 2 * MARGIN }, { size: 14, isBold: true })
    say(doc, subtitle, { x: MARGIN, y: MARGIN + 10, width: width - 2 * MARGIN }, { size: 9, colour: QUIET })
    say(
      doc,
      page,
      { x: MARGIN, y: MARGIN + 10, width: width - 2 * MARGIN },
      { size: 9, colour: QUIET, align: 'right' },
    )
    const foot = { x: MARGIN, y: height - MARGIN + 8, width: width - 2 * MARGIN }
    say(doc, LACKING_NOTE, foot, { size: 7, colour: QUIET })
    const panel = {
      width: (width - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS,
      height: (height - 2 * MARGIN - HEAD - (ROWS - 1) * GAP) / ROWS,
    }
    REVIEW_METRICS.slice(first, first + perPage).forEach((metric, index) => {
      const x = MARGIN + (index % COLUMNS) * (panel.width + GAP)
      const y = MARGIN + HEAD + Math.floor(index / COLUMNS) * (panel.height + GAP)
      drawPanel(doc, { x, y, ...panel }, metric, review, currencyCode)
    })
  }
  doc.end()
  return buffer(doc)
}

interface Style {
  size: number
  colour?: string
  isBold?: boolean
  align?: 'left' | 'right' | 'center'
}

function say(
  doc: Document,
  text: string,
  { x, y, width }: Omit<Box, 'height'>,
  { size, colour = INK, isBold = false, align = 'left' }: Style,
): void {
  doc
    .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour)
    .text(text.replaceAll('−', '-'), x, y, { width, align, lineBreak: false })
}

const FOOT = 34
const TITLE = 18

function drawPanel(
  doc: Document,
  { x, y, width, height }: Box,
  metric: ReviewMetric,
  { weeks, months, toDate }: SixTwelve,
  currencyCode: string,
): void {
  const { label, unit } = metricOf(metric)
  const isMoney = unit === 'money' || unit === 'price'
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke()
  say(doc, label, { x, y: y + 5, width }, { size: 10, isBold: true })
  const unitText = isMoney ? currencyCode : unit === 'percent' ? '%' : ''
  say(doc, unitText, { x, y: y + 6, width }, { size: 8, colour: QUIET, align: 'right' })
  const plot = { y: y + TITLE + 14, height: height - TITLE - FOOT - 34 }
  const left = { x: x + 4, width: width * 0.36, ...plot }
  const right = { x: x + width * 0.46, width: width * 0.52, ...plot }
  drawCourse(doc, left, metric, weeks, (column) => `${weekNumber(column.startDate)}`)
  drawCourse(doc, right, metric, months, (column) => MONTHS[Number(column.startDate.slice(5, 7)) - 1]!)
  const week = weeks.at(-1)!
  const boxes = SIX_TWELVE_BOXES.map(
    ({ label = `Week ${weekNumber(week.startDate)}`, of, against }): [string, string] => {
      const cell = (of === 'week' ? week : toDate[of]).metrics[metric]
      const text = { previous: changeText, yearAgo: yearChangeText, value: shortText }[against ?? 'value']
      return [label, text(metric, cell)]
    },
  )
  const foot = y + height - FOOT
  doc
    .moveTo(x, foot)
    .lineTo(x + width, foot)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke()
  const step = width / boxes.length
  boxes.forEach(([name, value], index) => {
    const box = { x: x + index * step, width: step }
    say(doc, name, { ...box, y: foot + 5 }, { size: 7, colour: QUIET })
    say(doc, value, { ...box, y: foot + 16 }, { size: 8.5, isBold: true })
  })
}

const MONTHS = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D']

/** This year as a line with its last value, last year dashed; each course has a scale of its own. */
function drawCourse(
  doc: Document,
  { x, y, width, height }: Box,
  metric: ReviewMetric,
  columns: readonly ReviewColumn[],
  nameOf: (column: ReviewColumn) => string,
): void {
  const step = width / Math.max(columns.length - 1, 1)
  columns.forEach((column, index) => {
    const at = { x: x + index * step - 10, y: y + height + 5, width: 20 }
    say(doc, nameOf(column), at, { size: 7, colour: QUIET, align: 'center' })
  })
  doc
    .moveTo(x, y + height)
    .lineTo(x + width, y + height)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke()
  const plotted = (value: string | null) => (value === null ? null : Number(value))
  const now = columns.map(({ metrics }) => plotted(metrics[metric].value))
  const before = columns.map(({ metrics }) => plotted(metrics[metric].yearAgo))
  const known = [...now, ...before].filter((value) => value !== null)
  if (known.length === 0) {
    const middle = { x, y: y + height / 2 - 5, width }
    say(doc, 'No data', middle, { size: 8, colour: QUIET, align: 'center' })
    return
  }
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const placeOf = (value: number) => y + height - (high === low ? 0.5 : (value - low) / (high - low)) * height
  // Each course has a scale of its own, whose ends are said.
  const textOf = (value: number) => shortValueText(metric, `${value}`)
  say(doc, `${textOf(low)} to ${textOf(high)}`, { x, y: y - 12, width }, { size: 6.5, colour: QUIET })
  const draw = (values: readonly (number | null)[], dash: boolean) => {
    if (dash) doc.dash(2, { space: 2 })
    doc.lineWidth(dash ? 0.8 : 1.3).strokeColor(dash ? QUIET : LINE)
    for (const [index, value] of values.entries()) {
      const next = values[index + 1]
      if (value === null || next == null) continue
      doc
        .moveTo(x + index * step, placeOf(value))
        .lineTo(x + (index + 1) * step, placeOf(next))
        .stroke()
    }
    doc.undash()
  }
  draw(before, true)
  draw(now, false)
  const last = now.at(-1)
  if (last == null) return
  const end = { x: x + width, y: placeOf(last) }
  doc.circle(end.x, end.y, 2).fill(LINE)
  const text = shortText(metric, columns.at(-1)!.metrics[metric])
  const label = { size: 8, isBold: true, align: 'right' } as const
  const wide = doc.font('Helvetica-Bold').fontSize(label.size).widthOfString(text)
  doc.rect(end.x - wide - 1, end.y - 13, wide + 2, 9).fill('#ffffff')
  say(doc, text, { x: end.x - 50, y: end.y - 12, width: 50 }, label)
}
