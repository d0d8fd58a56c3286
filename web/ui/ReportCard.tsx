import { Share2 } from 'lucide-react'
import { Button } from './Button.tsx'
import { CollapsibleText } from './CollapsibleText.tsx'
import styles from './ReportCard.module.css'

interface ReportCardProps {
  title: string
  onShare: () => void
  children: React.ReactNode
}

/** A report in a conversation: its beginning, the rest, and a way to pass it on. */
export const ReportCard = ({ title, onShare, children }: ReportCardProps) => (
  <section className={styles.report} aria-label={title}>
    <h3>{title}</h3>
    <CollapsibleText
      act={
        <Button kind="ghost" size="sm" icon={Share2} onPress={onShare}>
          Share
        </Button>
      }
    >
      {children}
    </CollapsibleText>
  </section>
)
