# Completion of kalah for bash: asks the program for the words that may come next. Installed in
# share/bash-completion/completions; elsewhere, 'source <(kalah completion bash)'.
_kalah() {
    local program=${COMP_WORDS[0]/#\~\//$HOME/} line=${COMP_LINE:0:COMP_POINT} words answer each
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local word=${words[-1]} kept="" breaks=""
    # Bash replaces only what follows the last of its word breaks; a player has some: mtdf:tt=64M.
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=":"
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+="="
    [[ -n $breaks && $word == *[$breaks]* ]] && kept=${word%"${word##*[$breaks]}"}
    mapfile -t answer < <("$program" completion words -- "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    for each in "${answer[@]}"; do
        case $each in
            :files) compopt -o filenames 2>/dev/null; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${word##*=}") ;;
            :folders) compopt -o filenames 2>/dev/null; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "${word##*=}") ;;
            *) each=${each%%$'\t'*}; COMPREPLY+=("${each#"$kept"}") ;;
        esac
    done
    # A word that goes on gets no blank: eval= wants a value.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _kalah kalah
