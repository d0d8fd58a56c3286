/** What shoppers type who find the demo company. */
export interface Search {
  /** By marketplace. */
  words: Readonly<Record<string, string>>
  /** Own clicks as a share of the clicks of all sellers, and how much of a product's visitors come from it. */
  clickShare: number
  of: Readonly<Record<string, number>>
}

export const DEMO_SEARCHES: readonly Search[] = [
  {
    words: { DE: 'thermobecher', GB: 'travel mug' },
    clickShare: 0.04,
    of: { 'MUG-STEEL-500': 0.2, 'BOTTLE-STEEL-750': 0.03 },
  },
  {
    words: { DE: 'isolierbecher edelstahl', GB: 'insulated steel mug' },
    clickShare: 0.14,
    of: { 'MUG-STEEL-500': 0.12 },
  },
  {
    words: { DE: 'trinkflasche edelstahl', GB: 'steel water bottle' },
    clickShare: 0.03,
    of: { 'BOTTLE-STEEL-750': 0.22 },
  },
  {
    words: { DE: 'schneidebrett bambus', GB: 'bamboo chopping board' },
    clickShare: 0.08,
    of: { 'BOARD-BAMBOO-L': 0.3 },
  },
  { words: { DE: 'gusseisenpfanne', GB: 'cast iron pan' }, clickShare: 0.05, of: { 'PAN-IRON-26': 0.25 } },
  {
    words: { DE: 'harbour hearth', GB: 'harbour and hearth' },
    clickShare: 0.7,
    of: { 'MUG-STEEL-500': 0.04, 'BOARD-BAMBOO-L': 0.03, 'PAN-IRON-26': 0.04 },
  },
]
