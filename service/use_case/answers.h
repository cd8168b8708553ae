// Runs a use case by its name, for every front end.
#pragma once

#include "service/use_case/steps.h"
#include "service/use_case/use_cases.h"

namespace arenascope::service {

// An error if there is no answer at all.
Result<Answer> answer(const UseCase& useCase, const Request& request, const OnProgress& onProgress, Cancel& cancel);
// The JSON of that error: status, error, and the model if there is one.
std::string failedAnswer(const UseCase& useCase, const Request& request, const Error& error);

using AnswerUseCase = Result<Answer>(const Call& call);
// What answers the use case.
AnswerUseCase& answerFunction(const UseCase& useCase);
// model_answers.cc: those that need no emulator as well.
AnswerUseCase profileAnswer, compareAnswer, boardsAnswer, batchAnswer, overheadAnswer, planAnswer, explainAnswer,
    sweepAnswer, versionsAnswer;
// answers.cc
AnswerUseCase adviseAnswer, shrinkAnswer, compressAnswer, calibrateAnswer, auditAnswer, evidenceAnswer;
// history_answers.cc
AnswerUseCase historyAnswer, backfillAnswer, reviewAnswer;

} // namespace arenascope::service
