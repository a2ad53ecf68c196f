import { data, href, Link } from 'react-router'
import { peopleToSign } from '../enrolments/attendance/queries.server'
import { SignInSheet } from '../enrolments/roster/sign-in-sheet'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/sheet.screen'
import { taughtEdition, teacherFrom } from './guard.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const teacher = teacherFrom(context)
  const { title, location, sessions, teachers } = await taughtEdition(teacher)
  const lesson = sessions.find(({ number }) => String(number) === params.lesson)
  if (!lesson) throw data(null, { status: 404 })
  return {
    edition: teacher.taughtEditionId,
    course: { title, location, teachers: teachers.map(({ name }) => name) },
    lesson,
    position: sessions.indexOf(lesson) + 1,
    lessonCount: sessions.length,
    people: await peopleToSign(teacher, teacher.taughtEditionId),
  }
}

export default function TeachersSheet({ loaderData }: Route.ComponentProps) {
  const { edition, lesson, ...sheet } = loaderData
  return (
    <>
      <PageHead title={`Foglio firme: ${sheet.course.title}`} noindex />
      <div className="tools">
        <Link
          className="link"
          to={href('/docente/:edition/lezioni/:lesson', { edition, lesson: String(lesson.number) })}
        >
          Registro della lezione
        </Link>
        <button className="button needs-script" type="button" onClick={() => window.print()}>
          Stampa
        </button>
      </div>
      <SignInSheet {...sheet} title="Foglio firme" lesson={lesson} />
    </>
  )
}
