// The script of a report (src/report/html.cpp): the replay and the list of games, made from
// components of the pages. It is one file that loads nothing else. Without it, a report lacks only
// these two. `vite.report.config.ts` builds it.
import '../style/wood.css';
import './report.css';
import { mount } from 'svelte';
import type { ReportData } from './game_data';
import ReportPage from './ReportPage.svelte';

const [data, moves, replay, list] = ['report-data', 'report-moves', 'replay', 'game-list'].map(
    (id) => document.getElementById(id),
);
if (data && moves && replay && list) {
    const props = {
        data: JSON.parse(data.textContent ?? '') as ReportData,
        // One line per game, parsed when the game is opened.
        lines: (moves.textContent ?? '').split('\n').slice(1, -1),
        list,
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const paint = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
    dark.addEventListener('change', paint);
    paint();
    replay.hidden = list.hidden = false;
    mount(ReportPage, { target: replay, props });
}
