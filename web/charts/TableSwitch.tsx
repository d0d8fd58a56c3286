import { ChartSpline, Table2 } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'

/** The same numbers as a table, in the head of every chart. */
export const TableSwitch = ({
  isTable,
  onChange,
}: {
  isTable: boolean
  onChange: (isTable: boolean) => void
}) => (
  <Button
    kind="ghost"
    size="sm"
    icon={isTable ? ChartSpline : Table2}
    foldsToIcon
    onPress={() => onChange(!isTable)}
  >
    {isTable ? 'Show as chart' : 'Show as table'}
  </Button>
)
