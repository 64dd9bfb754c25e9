// All of libkalah. What these headers declare directly in namespace kalah is the public interface;
// the nested namespaces (kalah::search, kalah::endgame, kalah::solve, kalah::files) are private and
// may change in any version. Nothing throws, except std::bad_alloc and what callbacks throw.
#pragma once

#include "kalah/endgame_database.hpp"
#include "kalah/engine.hpp"
#include "kalah/eval.hpp"
#include "kalah/game.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "kalah/result.hpp"
#include "kalah/rules.hpp"
#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"
#include "kalah/version.hpp"
