import { CostTemplateButton } from '#web/shell/CostTemplateButton.tsx'
import styles from './CostTemplate.module.css'

export function CostTemplate({ companyId }: { companyId: string }) {
  return (
    <p className={styles.line}>
      What your products cost comes from you.
      <CostTemplateButton companyId={companyId} kind="tertiary" />
    </p>
  )
}
