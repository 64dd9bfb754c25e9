"""Gymnasium's interface: test_environment.py KALAH"""

import sys
import unittest

import numpy as np

import kalah


def play(env, seed):
    """One game of random legal moves; all that came out of it."""
    observation, info = env.reset(seed=seed)
    seen, rewards, terminated = [observation], [], False
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        seen.append(observation)
        rewards.append(reward)
    return seen, rewards, info


class Environments(unittest.TestCase):
    def test_games_follow_the_rules_and_repeat_with_their_seed(self):
        for keywords in ({}, {"opponent": 1}, {"opponent": None}, {"side": "north"}, {"side": "random"},
                         {"board": "4x3", "rules": "empty-capture"}, {"random_moves": 4}):
            env = kalah.Environment(**keywords)
            for seed in range(5):
                seen, rewards, info = play(env, seed)
                again, same, _ = play(env, seed)
                np.testing.assert_array_equal(seen, again)
                self.assertEqual(rewards, same)
                for observation in seen:
                    self.assertIn(observation, env.observation_space)
                    self.assertEqual(observation.sum(), env.game.board.seeds)
                self.assertTrue(env.game.over)
                self.assertFalse(info["action_mask"].any())
                self.assertEqual(rewards[:-1], [0.0] * (len(rewards) - 1))

    def test_the_reward_is_the_learners(self):
        for side in ("south", "north"):
            env = kalah.Environment("4x2", side=side)
            for seed in range(10):
                seen, rewards, info = play(env, seed)
                south, north = env.game.board.stores
                margin = south - north if side == "south" else north - south
                self.assertEqual((rewards[-1], info["value"]), (np.sign(margin), margin))
                self.assertEqual(int(seen[-1][-2]) - int(seen[-1][-1]), margin)
            margins = kalah.Environment("4x2", side=side, reward="margin")
            self.assertEqual(sum(play(margins, 1)[1]), play(margins, 1)[2]["value"])

    def test_self_play_rewards_the_side_that_moved(self):
        env = kalah.Environment("3x2", opponent=None)
        for seed in range(10):
            _, rewards, info = play(env, seed)
            mover = env.game.played[-1].mover
            south, north = env.game.board.stores
            self.assertEqual(rewards[-1], np.sign(south - north if mover == "south" else north - south))

    def test_exact_values_are_those_of_the_solver(self):
        database = kalah.Database.build(8, pits=3)
        known = 0
        for exact in (database, kalah.Solver(database=database)):
            env = kalah.Environment("3x2", exact=exact)
            observation, info = env.reset(seed=2)
            terminated = False
            while not terminated:
                if info["value"] is not None:
                    known += 1
                    self.assertEqual(info["value"], kalah.solve(info["board"]).value)
                action = env.action_space.sample(info["action_mask"])
                observation, _, terminated, _, info = env.step(action)
        self.assertGreater(known, 4)

    def test_illegal_actions_and_wrong_settings_are_refused(self):
        env = kalah.Environment("6x4", opponent=None, render_mode="ansi")
        env.reset(seed=1)
        env.step(2)
        for action in (2, 6, -1):
            with self.assertRaises(ValueError):
                env.step(action)
        self.assertIn("north", env.render())
        for keywords in ({"side": "east"}, {"reward": "much"}, {"render_mode": "film"}, {"opponent": 99},
                         {"board": "12x11"}, {"rules": "sweet"}):
            with self.assertRaises(ValueError):
                kalah.Environment(**keywords)
        with self.assertRaisesRegex(TypeError, "^exact: expected a Database, a Solver or None, not '6x4'$"):
            kalah.Environment(exact="6x4")
        with self.assertRaises(ValueError):
            env.reset(options={"board": "4x4"})
        with self.assertRaises(ValueError):  # every game is over after its random moves
            kalah.Environment("1x1", random_moves=9).reset()
        self.assertEqual(env.reset(options={"board": "6x3"})[1]["board"], kalah.Board("6x3"))
        self.assertEqual(env.unwrapped, env)
        self.assertIn("6x4", repr(env))
        env.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
