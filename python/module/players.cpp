// Player: one of our players, by its specification or level.
#include "module/common.hpp"
#include "players/spec.hpp"

namespace kalah::python {
namespace {

class SpecPlayer {
  public:
    explicit SpecPlayer(const std::string& text) : spec_(parse_spec(text)) {}

    int move(const BoardArg& position, const RulesArg& rules_text, const StopArg& stop) {
        const auto guard = use_.use("player");
        const Board board = playable(position);
        const Rules rules = rules_of(rules_text);
        if (!player_ || !(rules_ == rules) || width_ != board.width) make(rules, board.width);
        int pit = 0;
        run_watched(stop.value_or(Stop{}), [&](const StopToken& token) {
            pit = player_->choose(Game(rules, board), token).pit;
        });
        return pit + 1;
    }
    void new_game(std::uint64_t seed) {
        const auto guard = use_.use("player");
        seed_ = seed;
        if (player_) player_->new_game(seed);
    }
    [[nodiscard]] const std::string& name() const { return spec_.text; }

  private:
    void make(const Rules& rules, int width) {
        player_ = players::make_player(equipped(spec_, {rules, width}));
        player_->new_game(seed_);
        rules_ = rules;
        width_ = width;
    }

    players::Spec spec_;
    std::unique_ptr<Player> player_;
    Rules rules_;
    int width_ = 0;
    std::uint64_t seed_ = 1;
    OneAtATime use_;
};

py::list level_list() {
    py::list all;
    for (const players::Level& level : players::levels())
        all.append(py::make_tuple(std::string(level.name), std::string(level.word),
                                  std::string(level.player)));
    return all;
}

py::dict player_dict() {
    py::dict all;
    for (const players::Listing& listing : players::list_players())
        all[py::str(std::string(listing.name))] = std::string(listing.meaning);
    return all;
}

}  // namespace

void bind_players(py::module_& module) {
    py::class_<SpecPlayer>(module, "Player",
                           "One of the program's players, by its specification; see "
                           "kalah.player().\n\n"
                           ">>> kalah.Player('champion:depth=8,db=none,book=none').move('6x4')\n"
                           "3\n")
        .def(py::init<const std::string&>(), py::arg("specification"))
        .def("move", &SpecPlayer::move, py::arg("board"), py::arg("rules") = "standard",
             py::kw_only(), py::arg("stop") = py::none(), "The move to play, a pit from 1.")
        .def("new_game", &SpecPlayer::new_game, py::arg("seed") = 1,
             "Forgets the last game; the seed decides its random choices.")
        .def_property_readonly("name", &SpecPlayer::name, "The specification.")
        .def("__repr__", [](const SpecPlayer& player) {
            return "kalah.player(" + py::repr(py::str(player.name())).cast<std::string>() + ")";
        });
    module.def("levels", level_list, "The levels, weakest first: name, word, specification.");
    module.def("players", player_dict, "The players with what they are.");
}

}  // namespace kalah::python
