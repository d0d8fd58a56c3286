import type { TableColumn } from './table-column.ts'

/** An invented statement of costs, three levels deep, for the gallery. */
export interface SampleCost {
  id: string
  name: string
  months: readonly (string | null)[]
  parts?: readonly SampleCost[]
}

export const SAMPLE_COSTS: readonly SampleCost[] = [
  {
    id: 'fees',
    name: 'Amazon fees',
    months: ['-83594', '-106504', '-83630'],
    parts: [
      { id: 'referral', name: 'Referral', months: ['-39424', '-50433', '-38688'] },
      {
        id: 'fulfilment',
        name: 'Fulfilment',
        months: ['-42454', '-53866', '-43378'],
        parts: [
          { id: 'pick', name: 'Pick and pack', months: ['-37031', '-46892', '-36734'] },
          { id: 'storage', name: 'Storage', months: ['-4207', '-5437', '-5605'] },
          { id: 'aged', name: 'Aged inventory surcharge', months: ['-1216', '-1537', null] },
        ],
      },
      { id: 'other', name: 'Other fees', months: ['-1716', '-2205', '0'] },
    ],
  },
  {
    id: 'advertising',
    name: 'Advertising',
    months: ['-23976', '-33436', '-23349'],
    parts: [
      { id: 'products', name: 'Sponsored Products', months: ['-17919', '-25659', '-17585'] },
      { id: 'brands', name: 'Sponsored Brands', months: ['-6057', '-7777', '-5764'] },
    ],
  },
  { id: 'rent', name: 'Rent', months: ['-2000', '-2000', '-2000'] },
]

export const SAMPLE_TOTAL: SampleCost = {
  id: 'total',
  name: 'All costs',
  months: ['-109570', '-141940', '-108979'],
}

export const SAMPLE_MONTHS: readonly TableColumn<SampleCost>[] = [
  { id: 'name', title: 'Cost', kind: 'text', width: 260, canHide: false, value: ({ name }) => name },
  ...['June', 'July', 'August'].map((title, index): TableColumn<SampleCost> => ({
    id: title,
    title,
    kind: 'number',
    width: 90,
    value: ({ months }) => months[index],
  })),
]
