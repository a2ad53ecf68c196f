import type { Question } from '../content/settings.rules'
import { withCancellationTerms } from '../public/questions'
import { fillSettings } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** Fills in the placeholders of questions for a preview: data of the company, and the terms of cancellation. */
export const fillQuestions = (questions: Question[]) =>
  withCancellationTerms(fillSettings({ ...siteSettings(), questions }).questions)
